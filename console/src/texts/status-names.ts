import type { OrderStatus, PetStatus } from '@petstore/client';
import { inLanguage } from './in-language.ts';

/** An animal may have no status. */
export const STATUS_NAMES = inLanguage<Readonly<Record<PetStatus | OrderStatus | 'none', string>>>({
  en: {
    available: 'Available',
    pending: 'On hold',
    sold: 'Adopted',
    placed: 'Placed',
    approved: 'Approved',
    completed: 'Completed',
    cancelled: 'Cancelled',
    expired: 'Expired',
    none: 'Not for adoption',
  },
  es: {
    available: 'Disponible',
    pending: 'Reservado',
    sold: 'Adoptado',
    placed: 'Presentada',
    approved: 'Aprobada',
    completed: 'Completada',
    cancelled: 'Cancelada',
    expired: 'Vencida',
    none: 'No está en adopción',
  },
});

export function statusName(status: PetStatus | OrderStatus | undefined): string {
  return STATUS_NAMES[status ?? 'none'];
}
