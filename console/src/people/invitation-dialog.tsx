import type { Invitation, Person } from '@petstore/client';
import { useEffect, useId, useRef } from 'react';
import { Moment } from '../session/moment.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { Snippet } from '../ui/scrolling/snippet.tsx';
import { TEXTS } from './people-texts.ts';
import { SendByEmail } from './send-by-email.tsx';

interface InvitationDialogProps {
  invitation: Invitation;
  title: string;
  help: string;
  /** The person, if it is someone else: the invitation can go to their address. */
  person?: Person;
  onClose(): void;
}

/** A new invitation, which nothing shows again: to scan from the screen, to copy, and to send. */
export function InvitationDialog({ invitation: { url, expiresAt }, ...props }: InvitationDialogProps) {
  const { title, help, person, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  // Someone who closes the sheet of the device has changed their mind.
  const share = () => navigator.share({ title: TEXTS.shared, url }).catch(() => {});
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <div className="invitation">
        <h2 id={id}>{title}</h2>
        <p>{help}</p>
        <QrCode text={url} label={TEXTS.qrCode} />
        <Snippet name={TEXTS.link} text={url} />
        <p className="hint">
          {TEXTS.validUntil} <Moment at={expiresAt} />
        </p>
        {person !== undefined && <SendByEmail person={person} />}
        <div className="form-actions">
          {'share' in navigator && (
            <button type="button" onClick={share}>
              {TEXTS.share}
            </button>
          )}
          <button type="button" className="primary" onClick={() => dialog.current?.close()}>
            {TEXTS.done}
          </button>
        </div>
      </div>
    </dialog>
  );
}
