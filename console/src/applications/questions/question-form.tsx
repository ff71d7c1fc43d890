import { etagOf } from '@petstore/client';
import { useRef, useState } from 'react';
import { CategoryOptions, useCategories } from '../../category-name.tsx';
import { useFormSave } from '../../session/changes/use-form-save.ts';
import { useSession } from '../../session/use-session.ts';
import { PageError } from '../../texts/error-text.ts';
import { language } from '../../texts/language.ts';
import { languageName } from '../../texts/language-names.ts';
import type { Language } from '../../texts/languages.ts';
import { FormDialog, SAVED } from '../../ui/forms/form-dialog.tsx';
import { FormField } from '../../ui/forms/form-field.tsx';
import type { Question, QuestionKind } from '../application.ts';
import { questionsOf } from '../application-queries.ts';
import { languagesFrom, textsOf } from '../language-text.ts';
import { FORM_TEXTS } from './question-form-texts.ts';
import { KINDS_WITH_OPTIONS, optionLines, questionIn, questionValues } from './question-in-form.ts';
import { KIND_NAMES } from './questions-texts.ts';

const MAX_TEXT = 300;
const KINDS = Object.keys(KIND_NAMES) as QuestionKind[]; // a literal has only its keys

interface QuestionFormProps {
  questions: readonly Question[];
  /** Undefined to add one. */
  question?: Question;
  onClose(): void;
}

/** All questions at one time. */
interface QuestionsVersion {
  readonly questions: readonly Question[];
}

/** Adds or changes a question. */
export function QuestionForm({ questions, question, onClose }: QuestionFormProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [kind, setKind] = useState<QuestionKind>(question?.kind ?? 'short_text');
  const { petstore, queries } = useSession();
  const { queryKey } = questionsOf(petstore);
  const inVersion = (version: QuestionsVersion) => version.questions.find(({ id }) => id === question?.id);
  const save = useFormSave<QuestionsVersion>({
    item: { questions },
    read: () => petstore.applications.questions(),
    valuesOf: (version) => questionValues(inVersion(version)),
    send: async (form, current) => {
      const newest = inVersion(current);
      if (question !== undefined && newest === undefined) throw new PageError(FORM_TEXTS.removed);
      const changed = questionIn(form, newest, current.questions);
      const asked =
        newest === undefined
          ? [...current.questions, changed]
          : current.questions.map((other) => (other === newest ? changed : other));
      const ifMatch = etagOf(current) ?? '';
      queries.setQueryData(
        queryKey,
        await petstore.applications.changeQuestions({ questions: asked }, { ifMatch }),
      );
    },
    onSaved: () => dialog.current?.close(SAVED),
  });
  const [, ...others] = languagesFrom(language);
  return (
    <FormDialog
      dialog={dialog}
      title={question === undefined ? FORM_TEXTS.add : FORM_TEXTS.change}
      draft={`question-${question?.id ?? 'new'}`}
      submit={question === undefined ? FORM_TEXTS.addSubmit : FORM_TEXTS.save}
      mutation={save}
      onSubmit={(_data, form) => save.submit(form)}
      onClose={onClose}
    >
      <TextFields in={language} kind={kind} question={question} />
      <FormField name="kind" label={FORM_TEXTS.kind}>
        {(field) => (
          <select {...field} value={kind} onChange={(event) => setKind(kindOf(event.target.value))}>
            {KINDS.map((choice) => (
              <option key={choice} value={choice}>
                {KIND_NAMES[choice]}
              </option>
            ))}
          </select>
        )}
      </FormField>
      <AskedFor categoryId={question?.categoryId} />
      <label className="switch">
        <input type="checkbox" name="required" defaultChecked={question?.required ?? false} />
        {FORM_TEXTS.required}
      </label>
      <details className="other-languages">
        <summary>{FORM_TEXTS.otherLanguages}</summary>
        <p className="hint">{FORM_TEXTS.otherLanguagesHint}</p>
        {others.map((other) => (
          <TextFields key={other} in={other} kind={kind} question={question} />
        ))}
      </details>
    </FormDialog>
  );
}

function kindOf(value: string): QuestionKind {
  return KINDS.find((kind) => kind === value) ?? 'short_text';
}

interface TextFieldsProps {
  in: Language;
  kind: QuestionKind;
  question: Question | undefined;
}

/** What a visitor reads, in one language. */
function TextFields({ in: code, kind, question }: TextFieldsProps) {
  const name = languageName(code);
  const attributes = { lang: code, autoComplete: 'off' } as const;
  return (
    <>
      <FormField name={`text.${code}`} label={FORM_TEXTS.question(name)}>
        {(field) => (
          <input
            {...field}
            {...attributes}
            maxLength={MAX_TEXT}
            defaultValue={textsOf(question?.text)[code]}
          />
        )}
      </FormField>
      {KINDS_WITH_OPTIONS.includes(kind) && (
        <FormField name={`options.${code}`} label={FORM_TEXTS.options(name)} hint={FORM_TEXTS.optionsHint}>
          {(field) => (
            <textarea {...field} {...attributes} rows={4} defaultValue={optionLines(question, code)} />
          )}
        </FormField>
      )}
      <FormField name={`help.${code}`} label={FORM_TEXTS.help(name)}>
        {(field) => (
          <input
            {...field}
            {...attributes}
            maxLength={MAX_TEXT}
            defaultValue={textsOf(question?.help)[code]}
          />
        )}
      </FormField>
    </>
  );
}

/** The category for whose animals a question is asked. */
function AskedFor({ categoryId }: { categoryId: bigint | undefined }) {
  const categories = useCategories() ?? [];
  const current = String(categoryId ?? '');
  const isListed = categoryId === undefined || categories.some(({ id }) => id === categoryId);
  return (
    <FormField name="category" label={FORM_TEXTS.askedFor}>
      {(field) => (
        <select {...field} defaultValue={current}>
          <option value="">{FORM_TEXTS.allAnimals}</option>
          {!isListed && <option value={current}>{current}</option>}
          <CategoryOptions categories={categories} />
        </select>
      )}
    </FormField>
  );
}
