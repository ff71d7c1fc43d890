import type { Application } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { hrefOf } from '../../route.ts';
import { useSession } from '../../session/use-session.ts';
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx';
import { applicationOf } from '../application-queries.ts';
import { TEXTS } from './application-texts.ts';
import { applyDecision } from './use-application-change.ts';

interface EraseApplicationProps {
  application: Application;
  onClose(): void;
}

/** Asks with the name before what an applicant wrote is deleted for good, and explains what stays. */
export function EraseApplication({ application, onClose }: EraseApplicationProps) {
  const session = useSession();
  const { petstore, queries } = session;
  const { id, applicant, state } = application;
  const erase = useMutation({
    mutationFn: () => petstore.applications.erase(id),
    onSuccess: () => {
      applyDecision(session, application);
      location.hash = hrefOf({ page: 'applications' });
      // Nothing of it stays in this browser.
      queries.removeQueries({ queryKey: applicationOf(petstore, id).queryKey });
    },
  });
  return (
    <ConfirmDialog
      title={TEXTS.eraseTitle(applicant.name)}
      submit={TEXTS.eraseSubmit}
      mutation={erase}
      onClose={onClose}
    >
      <p>{TEXTS.eraseEffect(applicant.name)}</p>
      {state === 'accepted' && <p>{TEXTS.eraseAccepted}</p>}
    </ConfirmDialog>
  );
}
