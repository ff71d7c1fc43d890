import type { Order, OrderStatus } from '@petstore/client';
import { useRef } from 'react';
import { hrefOf } from '../route.ts';
import { Moment } from '../session/moment.tsx';
import { Countdown } from '../ui/countdown.tsx';
import { Status } from '../ui/status.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderReference } from './order-application.tsx';
import { TEXTS } from './orders-texts.ts';

interface OrderRowProps {
  order: Order;
  /** Undefined until it is known. */
  animalName: string | undefined;
  /** Whether the animal was removed. */
  isRemoved: boolean;
  /** The statuses that the account may set; undefined until they are known. */
  allowed: readonly OrderStatus[] | undefined;
}

/** One order in the list, with its actions. */
export function OrderRow({ order, animalName, isRemoved, allowed }: OrderRowProps) {
  const state = useRef<HTMLParagraphElement>(null);
  const { id, petId, reference } = order;
  return (
    <li className="card order">
      <h2 className="order-number">{TEXTS.order(id)}</h2>
      <p className="order-animal">
        <a href={hrefOf({ page: 'animal', id: petId })}>{animalText(order, animalName, isRemoved)}</a>
      </p>
      <p className="order-state" ref={state} tabIndex={-1}>
        <Status status={order.status} />
        {order.status === 'placed' && order.expiresAt !== undefined && (
          <>
            <span className="visually-hidden"> {TEXTS.forAnother}</span>{' '}
            <Countdown until={Date.parse(order.expiresAt)} />
          </>
        )}
      </p>
      <p key={order.status} className="order-since detail">
        <Since order={order} />
      </p>
      <p className="order-reference">
        {reference === undefined || reference === '' ? (
          <span className="detail">{TEXTS.noReference}</span>
        ) : (
          <>
            <span className="visually-hidden">{TEXTS.reference} </span>
            <OrderReference reference={reference} />
          </>
        )}
      </p>
      <p className="order-placed detail">
        {TEXTS.placed} <Moment at={order.placedAt} />
      </p>
      <OrderActions
        order={order}
        animalName={animalName}
        allowed={allowed}
        onChanged={() => state.current?.focus()}
      />
    </li>
  );
}

function animalText({ petId }: Order, name: string | undefined, isRemoved: boolean): string {
  if (name !== undefined) return TEXTS.namedAnimal(name, petId);
  return isRemoved ? TEXTS.removedAnimal(petId) : TEXTS.animal(petId);
}

/** Shows when a placed order expires, or since when another one has its status. */
function Since({ order: { status, expiresAt, updatedAt } }: { order: Order }) {
  if (status === 'placed' && expiresAt !== undefined) {
    return (
      <>
        {TEXTS.holdsUntil} <Moment at={expiresAt} />
      </>
    );
  }
  return (
    <>
      {TEXTS.since} <Moment at={updatedAt} />
    </>
  );
}
