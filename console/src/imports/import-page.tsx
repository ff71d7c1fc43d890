import { useState } from 'react';
import { AdminPage } from '../administration/admin-page.tsx';
import { hrefOf } from '../route.ts';
import { PAGE_NAMES } from '../texts/page-names.ts';
import { CheckStep } from './check-step.tsx';
import { ChooseFile } from './choose-file.tsx';
import { EarlierImports } from './earlier-imports.tsx';
import { ImportStep } from './import-step.tsx';
import type { Answers } from './matching/answers.ts';
import type { Mapping } from './matching/mapping.ts';
import { MatchStep } from './matching/match-step.tsx';
import './imports.css';

/** `answers` are kept for the way back. An export has no mapping. */
type Step =
  | { name: 'file' }
  | { name: 'columns'; id: bigint; answers?: Answers | undefined }
  | { name: 'check'; id: bigint; answers: Answers | undefined; mapping: Mapping | undefined }
  | { name: 'import'; id: bigint; answers: Answers | undefined };

const exportLink = (
  <a className="button" href={hrefOf({ page: 'export' })}>
    {PAGE_NAMES.export}
  </a>
);

/** Brings a spreadsheet into the catalogue in four steps: choose, match the columns, check, import. */
export function ImportPage() {
  return (
    <AdminPage page="import" actions={exportLink}>
      <Steps />
    </AdminPage>
  );
}

function Steps() {
  const [step, setStep] = useState<Step>({ name: 'file' });
  const restart = () => setStep({ name: 'file' });
  switch (step.name) {
    case 'file':
      return (
        <>
          <ChooseFile onSent={(id) => setStep({ name: 'columns', id })} />
          <EarlierImports />
        </>
      );
    case 'columns':
      return (
        <MatchStep
          id={step.id}
          answers={step.answers}
          onCancel={restart}
          onChecking={(answers, mapping) => setStep({ name: 'check', id: step.id, answers, mapping })}
        />
      );
    case 'check': {
      const { id, answers } = step;
      return (
        <CheckStep
          id={id}
          mapping={step.mapping}
          onBack={() => setStep({ name: 'columns', id, answers })}
          onRestart={restart}
          onImporting={() => setStep({ name: 'import', id, answers })}
        />
      );
    }
    case 'import': {
      const { id, answers } = step;
      const back = () => setStep({ name: 'columns', id, answers });
      return <ImportStep id={id} onBack={back} onRestart={restart} />;
    }
  }
}
