import type { Order, OrderStatus } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { ChangedByOthers, changeUnlessConflict } from '../session/guarded-change.ts';
import type { Session } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { useFocusLeftIn } from '../ui/focus-left-in.ts';
import { orderChanged } from './order-changed.ts';
import './order-actions.css';
import { type OrderStep, stepsFrom } from './order-steps.ts';

interface OrderActionsProps {
  order: Order;
  /** The statuses that the account may set; undefined while they are not known. The place is kept either way. */
  allowed: readonly OrderStatus[] | undefined;
  /** Told when the order has changed while the keyboard was here: it must go on somewhere. */
  onChanged(): void;
  /** Called when somebody else has changed the order, which may leave no place for the message here. */
  onConflict?(error: Error): void;
}

/** The steps the order can be taken; in the same space the question before a final one, and that it is being done. */
export function OrderActions({ order, allowed, onChanged, onConflict }: OrderActionsProps) {
  const session = useSession();
  const place = useRef<HTMLFieldSetElement>(null);
  const [asked, setAsked] = useState<OrderStep>();
  const [last, setLast] = useState<OrderStatus>();
  const change = useMutation({
    mutationFn: (step: OrderStep) => takeStep(session, order, step),
    onError: (error) => {
      if (!(error instanceof ChangedByOthers)) return;
      orderChanged(session, error.current);
      onConflict?.(error);
    },
    onSuccess: (changed) => {
      const hadFocus = hasFocus(place.current);
      orderChanged(session, changed);
      if (hadFocus) onChanged();
    },
  });
  const take = (step: OrderStep) => {
    setLast(step.to);
    setAsked(undefined);
    change.mutate(step);
  };
  const choose = (step: OrderStep) => {
    setLast(step.to);
    if (step.isFinal) setAsked(step);
    else take(step);
  };
  const steps = stepsFrom(order.status).filter(({ to }) => allowed?.includes(to));
  return (
    <>
      <fieldset ref={place} tabIndex={-1} className="order-actions" aria-label={`Order ${order.id}`}>
        {change.isPending && <span>{change.variables.doing}</span>}
        {!change.isPending && asked !== undefined && steps.includes(asked) && (
          <Question place={place} step={asked} onYes={() => take(asked)} onNo={() => setAsked(undefined)} />
        )}
        {!change.isPending &&
          (asked === undefined || !steps.includes(asked)) &&
          steps.map((step) => (
            <StepButton
              key={step.to}
              place={place}
              step={step}
              order={order}
              takesFocus={step.to === last && hasFocus(place.current)}
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

/** Takes the step that was offered for the status that is shown, not for another that others have set meanwhile. */
function takeStep({ petstore }: Session, { id, status }: Order, { to }: OrderStep): Promise<Order> {
  return changeUnlessConflict({
    read: () => petstore.orders.get(id),
    conflictWith: (current) =>
      current.status === status || current.status === to
        ? undefined
        : `Somebody else has changed this order: it is ${current.status} now. Nothing was done.`,
    send: (ifMatch) => petstore.orders.change(id, { status: to }, { ifMatch }),
  });
}

interface StepButtonProps {
  place: RefObject<HTMLElement | null>;
  step: OrderStep;
  order: Order;
  /** It was left for the question or the service, and the keyboard comes back to it. */
  takesFocus: boolean;
  onChoose(step: OrderStep): void;
}

function StepButton({ place, step, order, takesFocus, onChoose }: StepButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const takesFocusAtFirst = useRef(takesFocus);
  useFocusLeftIn(place);
  useEffect(() => {
    if (takesFocusAtFirst.current) button.current?.focus();
  }, []);
  return (
    <button
      ref={button}
      type="button"
      className={step.to === 'cancelled' ? undefined : 'primary'}
      onClick={() => onChoose(step)}
    >
      {step.name}
      <span className="visually-hidden"> order {String(order.id)}</span>
    </button>
  );
}

interface QuestionProps {
  place: RefObject<HTMLElement | null>;
  step: OrderStep;
  onYes(): void;
  onNo(): void;
}

function Question({ place, step, onYes, onNo }: QuestionProps) {
  useFocusLeftIn(place);
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => no.current?.focus(), []);
  const leave = ({ key }: { key: string }) => key === 'Escape' && onNo();
  return (
    <>
      <span role="status">{step.name}?</span>
      <button type="button" onClick={onYes} onKeyDown={leave}>
        Yes<span className="visually-hidden">, {step.name.toLowerCase()} it for good</span>
      </button>
      <button ref={no} type="button" onClick={onNo} onKeyDown={leave}>
        No
      </button>
    </>
  );
}

/** Also when what had it has just gone. */
function hasFocus(place: HTMLElement | null): boolean {
  const { activeElement } = document;
  return activeElement === document.body || (place?.contains(activeElement) ?? false);
}
