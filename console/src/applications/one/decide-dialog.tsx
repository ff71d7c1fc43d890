import type { Application, ApplicationChange } from '@petstore/client';
import { useRef } from 'react';
import { capitalised } from '../../texts/in-language.ts';
import { languageName } from '../../texts/language-names.ts';
import { FormDialog, SAVED } from '../../ui/forms/form-dialog.tsx';
import { FormField } from '../../ui/forms/form-field.tsx';
import { ChooseAnimal } from './choose-animal.tsx';
import { DECISION_TEXTS as TEXTS } from './decision-texts.ts';
import { DECLINE_TEXTS } from './decline-texts.ts';
import { useApplicationChange } from './use-application-change.ts';

const MAX_TEXT = 2_000;

/** What the shelter can decide. */
export type Decision = 'accept' | 'decline' | 'complete' | 'takeBack';

/** The state that follows, and whether the applicant reads a text about it. */
const DECISIONS = {
  accept: { state: 'accepted', answer: 'optional' },
  decline: { state: 'declined', answer: 'prepared' },
  complete: { state: 'adopted', answer: 'none' },
  takeBack: { state: 'in_review', answer: 'optional' },
} as const satisfies Record<Decision, { state: Application['state']; answer: string }>;

interface DecideDialogProps {
  decision: Decision;
  application: Application;
  /** Undefined if there is none. */
  animal: string | undefined;
  onClose(): void;
}

/** Asks with the names before a decision, explains what follows, and takes what the applicant reads. */
export function DecideDialog({ decision, application, animal, onClose }: DecideDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const change = useApplicationChange(application, () => dialog.current?.close(SAVED));
  const { id, applicant, petId } = application;
  const { state } = DECISIONS[decision];
  const needsAnimal = decision === 'accept' && petId === undefined;
  const animalName = animal ?? TEXTS.theAnimal;
  const texts = TEXTS[decision];
  return (
    <FormDialog
      dialog={dialog}
      title={texts.title(applicant.name, animalName)}
      draft={`application-${decision}-${id}`}
      submit={texts.submit}
      mutation={change}
      onSubmit={(form) => change.mutate(changeIn(form, state))}
      onClose={onClose}
    >
      <p>{typeof texts.effect === 'string' ? texts.effect : capitalised(texts.effect(animalName))}</p>
      {needsAnimal && <ChooseAnimal categoryId={application.categoryId} />}
      <AnswerField decision={decision} application={application} animal={animal} />
    </FormDialog>
  );
}

type AnswerFieldProps = Pick<DecideDialogProps, 'decision' | 'application' | 'animal'>;

/** What the applicant reads, in the language of the applicant. */
function AnswerField({ decision, application: { language }, animal }: AnswerFieldProps) {
  const { answer } = DECISIONS[decision];
  if (answer === 'none') return null;
  const isPrepared = answer === 'prepared';
  const name = languageName(language);
  return (
    <FormField
      name="reason"
      label={isPrepared ? TEXTS.answerTo(name) : TEXTS.optionalAnswer(name)}
      hint={TEXTS.answerHint}
    >
      {(field) => (
        <textarea
          {...field}
          lang={language}
          rows={isPrepared ? 7 : 3}
          maxLength={MAX_TEXT}
          required={isPrepared}
          defaultValue={isPrepared ? DECLINE_TEXTS[language].decline(animal) : ''}
        />
      )}
    </FormField>
  );
}

function changeIn(form: FormData, state: Application['state']): ApplicationChange {
  const reason = String(form.get('reason') ?? '')
    .replace(/\r\n?/g, '\n')
    .trim();
  const petId = String(form.get('petId') ?? '').trim();
  return {
    state,
    ...(reason !== '' && { reason }),
    ...(petId !== '' && { petId: BigInt(petId) }),
  };
}
