import type { Order, OrderStatus } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { ConflictError, changeUnlessConflict } from '../session/changes/guarded-change.ts';
import type { Session } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { useKeepFocusIn } from '../ui/keep-focus-in.ts';
import { applyOwnOrderChange } from './apply-own-order-change.ts';
import './order-actions.css';
import { type OrderStep, stepsFrom } from './order-steps.ts';
import { TEXTS } from './orders-texts.ts';

interface OrderActionsProps {
  order: Order;
  /** Undefined until it is known. */
  animalName: string | undefined;
  /** The statuses that the account may set; undefined until they are known. The space is reserved either way. */
  allowed: readonly OrderStatus[] | undefined;
  /** Called after a change if the focus was here, so that the caller can move it. */
  onChanged(): void;
  /** Called when someone else has changed the order. This component may be removed then, with its message. */
  onConflict?(error: Error): void;
}

/** The buttons of an order; in the same space the confirmation of a final step, and the progress. */
export function OrderActions({ order, animalName, allowed, onChanged, onConflict }: OrderActionsProps) {
  const session = useSession();
  const container = useRef<HTMLFieldSetElement>(null);
  const [unconfirmed, setUnconfirmed] = useState<OrderStep>();
  const [last, setLast] = useState<OrderStatus>();
  const change = useMutation({
    mutationFn: (step: OrderStep) => takeStep(session, order, step),
    onError: (error) => {
      if (!(error instanceof ConflictError)) return;
      applyOwnOrderChange(session, error.current);
      onConflict?.(error);
    },
    onSuccess: (changed) => {
      const hadFocus = hasFocus(container.current);
      applyOwnOrderChange(session, changed);
      if (hadFocus) onChanged();
    },
  });
  const take = (step: OrderStep) => {
    setLast(step.to);
    setUnconfirmed(undefined);
    change.mutate(step);
  };
  const choose = (step: OrderStep) => {
    setLast(step.to);
    if (step.confirmation !== undefined) setUnconfirmed(step);
    else take(step);
  };
  const steps = stepsFrom(order.status).filter(({ to }) => allowed?.includes(to));
  return (
    <>
      <fieldset ref={container} tabIndex={-1} className="order-actions" aria-label={TEXTS.order(order.id)}>
        {change.isPending && <span>{change.variables.pending}</span>}
        {!change.isPending && unconfirmed !== undefined && steps.includes(unconfirmed) && (
          <Confirmation
            container={container}
            step={unconfirmed}
            order={order}
            animalName={animalName}
            onYes={() => take(unconfirmed)}
            onNo={() => setUnconfirmed(undefined)}
          />
        )}
        {!change.isPending &&
          (unconfirmed === undefined || !steps.includes(unconfirmed)) &&
          steps.map((step) => (
            <StepButton
              key={step.to}
              container={container}
              step={step}
              order={order}
              takesFocus={step.to === last && hasFocus(container.current)}
              onChoose={choose}
            />
          ))}
      </fieldset>
      {change.error !== null && (
        <div role="alert" className="order-error">
          <ErrorNote error={change.error} />
        </div>
      )}
    </>
  );
}

/** Takes the step only if the order still has the status that the user saw. */
function takeStep({ petstore }: Session, { id, status }: Order, { to }: OrderStep): Promise<Order> {
  return changeUnlessConflict({
    read: () => petstore.orders.get(id),
    conflictWith: (current) =>
      current.status === status || current.status === to ? undefined : TEXTS.conflict(current.status),
    send: (ifMatch) => petstore.orders.change(id, { status: to }, { ifMatch }),
  });
}

interface StepButtonProps {
  container: RefObject<HTMLElement | null>;
  step: OrderStep;
  order: Order;
  /** It had the focus before the confirmation or the request, and gets it back. */
  takesFocus: boolean;
  onChoose(step: OrderStep): void;
}

function StepButton({ container, step, order, takesFocus, onChoose }: StepButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const takesFocusOnMount = useRef(takesFocus);
  useKeepFocusIn(container);
  useEffect(() => {
    if (takesFocusOnMount.current) button.current?.focus();
  }, []);
  return (
    <button
      ref={button}
      type="button"
      className={step.to === 'cancelled' ? undefined : 'primary'}
      onClick={() => onChoose(step)}
    >
      {step.name}
      <span className="visually-hidden"> {TEXTS.ofOrder(order.id)}</span>
    </button>
  );
}

interface ConfirmationProps {
  container: RefObject<HTMLElement | null>;
  step: OrderStep;
  order: Order;
  animalName: string | undefined;
  onYes(): void;
  onNo(): void;
}

function Confirmation({
  container,
  step,
  order,
  animalName = TEXTS.theAnimal,
  onYes,
  onNo,
}: ConfirmationProps) {
  useKeepFocusIn(container);
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => no.current?.focus(), []);
  const cancelOnEscape = ({ key }: { key: string }) => key === 'Escape' && onNo();
  return (
    <>
      <span role="status">{step.confirmation?.question(animalName, order.id)}</span>
      <button type="button" onClick={onYes} onKeyDown={cancelOnEscape}>
        {step.confirmation?.yes(animalName, order.id)}
      </button>
      <button ref={no} type="button" onClick={onNo} onKeyDown={cancelOnEscape}>
        {TEXTS.no}
      </button>
    </>
  );
}

/** Whether the focus is in the container, or was on an element that has just been removed. */
function hasFocus(container: HTMLElement | null): boolean {
  const { activeElement } = document;
  return activeElement === document.body || (container?.contains(activeElement) ?? false);
}
