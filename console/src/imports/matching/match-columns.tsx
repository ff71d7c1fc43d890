import type { Import, ImportPreview } from '@petstore/client';
import { useState } from 'react';
import { ImportError } from '../import-error.tsx';
import { useChange } from '../import-requests.ts';
import { type Answers, dateQuestion, missingAnswers, undecidedRows } from './answers.ts';
import { ColumnRow } from './column-row.tsx';
import { Constants } from './constants.tsx';
import { FIELD_LABELS } from './field-names.ts';
import { REASON_FIELDS } from './fields.ts';
import { FileOptions } from './file-options.tsx';
import { hasColumnsOf } from './fitting-answers.ts';
import { type KnownCategory, kindNames, type Mapping, mappingOf } from './mapping.ts';
import { TEXTS } from './matching-texts.ts';
import { rememberedAnswers } from './remembered.ts';
import { Sample } from './sample.tsx';
import { DateOrderChoice } from './values/date-order-choice.tsx';

interface MatchColumnsProps {
  job: Import;
  preview: ImportPreview;
  categories: readonly KnownCategory[];
  answers: Answers | undefined;
  onCancel(): void;
  onChecking(answers: Answers | undefined, mapping: Mapping | undefined): void;
}

/** The problems that the page shows at their place. */
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set([
  'no_name',
  'no_kind',
  'no_status',
  'status_unknown',
  'reason_unknown',
  'date_order_unknown',
  'date_order_contradiction',
  'no_currency',
]);

/** Matches the columns of a spreadsheet to the fields of an animal. Begins with what was chosen for such a file before, or with guesses. */
export function MatchColumns({
  job,
  preview,
  categories,
  answers: earlier,
  onCancel,
  onChecking,
}: MatchColumnsProps) {
  const [answers, setAnswers] = useState<Answers>(() =>
    earlier !== undefined && hasColumnsOf(preview, earlier) ? earlier : rememberedAnswers.read(preview),
  );
  const { isExport } = preview;
  const mapping = isExport ? undefined : mappingOf(preview, answers, categories);
  const missing = isExport ? [] : missingAnswers(preview, answers);
  const question = dateQuestion(preview, answers);
  const undecided = undecidedRows(preview, answers);
  const reasons = REASON_FIELDS.map((reason) => ({ reason, rows: undecidedRows(preview, answers, reason) }));
  const check = useChange(job.id, () => onChecking(isExport ? undefined : answers, mapping));
  const again = useChange(job.id, () => {});
  const problems = preview.problems.filter(({ code }) => !SHOWN_ELSEWHERE.has(code));
  const order = question?.proven ?? answers.dateOrder;
  const start = () => {
    if (!isExport) rememberedAnswers.save(preview, answers);
    check.mutate({ ...(mapping !== undefined && { mapping }), dryRun: true });
  };
  const error = check.error ?? again.error;
  return (
    <section className="card import-section">
      <h2>{TEXTS.title}</h2>
      <p className="hint">
        {TEXTS.rows(job.fileName, preview.rows)} {isExport ? TEXTS.isExport : TEXTS.unchosen}
      </p>
      <FileOptions preview={preview} onReadAgain={again.mutate} />
      {job.failure !== undefined && <p className="import-failure">{job.failure}</p>}
      {problems.length > 0 && (
        <ul className="problems">
          {problems.map(({ code, message }) => (
            <li key={`${code} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
      {!isExport && (
        <>
          {question !== undefined && <DateOrderChoice {...{ question, answers }} onChange={setAnswers} />}
          <Constants {...{ answers, categories }} onChange={setAnswers} />
          <ul className="columns">
            {preview.columns.map((column) => (
              <ColumnRow
                key={column.name}
                {...{ column, answers, order, categories }}
                onChange={setAnswers}
              />
            ))}
          </ul>
        </>
      )}
      <Sample rows={preview.sample} kinds={kindNames(mapping, categories)} />
      {undecided > 0 && <p className="import-failure">{TEXTS.undecided(undecided)}</p>}
      {reasons.map(
        ({ reason, rows }) =>
          rows > 0 && (
            <p key={reason} className="import-failure">
              {TEXTS.undecidedReason(FIELD_LABELS[reason], rows)}
            </p>
          ),
      )}
      {missing.map((name) => (
        <p key={name} className="import-failure">
          {TEXTS.missing[name]}
        </p>
      ))}
      <div role="alert">{error !== null && <ImportError error={error} onRestart={onCancel} />}</div>
      <div className="form-actions">
        <button type="button" onClick={onCancel}>
          {TEXTS.anotherFile}
        </button>
        <button
          type="button"
          className="primary"
          disabled={missing.length > 0 || check.isPending || question?.contradiction !== undefined}
          onClick={start}
        >
          {check.isPending ? TEXTS.sending : TEXTS.check}
        </button>
      </div>
    </section>
  );
}
