import type { OrderStatus, PetStatus } from '@petstore/client';
import { inLanguage, uncapitalised } from './in-language.ts';

/** An animal may have no status. */
export const STATUS_NAMES = inLanguage<Readonly<Record<PetStatus | OrderStatus | 'none', string>>>({
  en: {
    available: 'Available',
    pending: 'On hold',
    sold: 'Adopted',
    placed: 'Received',
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
    placed: 'Recibida',
    approved: 'Aprobada',
    completed: 'Completada',
    cancelled: 'Cancelada',
    expired: 'Vencida',
    none: 'No está en adopción',
  },
  fr: {
    available: 'Disponible',
    pending: 'Réservé',
    sold: 'Adopté',
    placed: 'Reçue',
    approved: 'Acceptée',
    completed: 'Conclue',
    cancelled: 'Annulée',
    expired: 'Expirée',
    none: 'Pas à l’adoption',
  },
  de: {
    available: 'Verfügbar',
    pending: 'Reserviert',
    sold: 'Vermittelt',
    placed: 'Eingegangen',
    approved: 'Angenommen',
    completed: 'Abgeschlossen',
    cancelled: 'Abgesagt',
    expired: 'Abgelaufen',
    none: 'Nicht in Vermittlung',
  },
});

export function statusName(status: PetStatus | OrderStatus | undefined): string {
  return STATUS_NAMES[status ?? 'none'];
}

export function statusWord(status: PetStatus | OrderStatus | undefined): string {
  return uncapitalised(statusName(status));
}
