import type { Order } from '@petstore/client';
import { hrefOf } from '../route.ts';
import { useMayManage } from '../session/use-session.ts';
import { applicationOfReference, referenceText } from './order-reference.ts';

/** The reference of an order: a link if the acceptance of an application has placed the order. */
export function OrderReference({ reference = '' }: Pick<Order, 'reference'>) {
  const mayManage = useMayManage();
  const id = applicationOfReference(reference);
  const text = referenceText(reference);
  return mayManage && id !== undefined ? <a href={hrefOf({ page: 'application', id })}>{text}</a> : text;
}
