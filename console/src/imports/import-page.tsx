import { useState } from 'react';
import { AdminPage } from '../administration/admin-page.tsx';
import { CheckStep } from './check-step.tsx';
import { ChooseFile } from './choose-file.tsx';
import { EarlierImports } from './earlier-imports.tsx';
import { ExportAnimals } from './export-animals.tsx';
import type { PreparedImport } from './import-requests.ts';
import { ImportStep } from './import-step.tsx';
import { MatchColumns } from './matching/match-columns.tsx';
import type { Spreadsheet } from './spreadsheet/read-file.ts';
import './imports.css';

type Step =
  | { name: 'file' }
  | { name: 'columns'; spreadsheet: Spreadsheet }
  | { name: 'check'; spreadsheet: Spreadsheet; prepared: PreparedImport; id: bigint }
  | { name: 'import'; prepared: PreparedImport; id: bigint };

/** Brings a spreadsheet into the catalogue in four steps: choose, match the columns, check, import. */
export function ImportPage() {
  return (
    <AdminPage page="import" actions={<ExportAnimals />}>
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
          <ChooseFile onChosen={(spreadsheet) => setStep({ name: 'columns', spreadsheet })} />
          <EarlierImports />
        </>
      );
    case 'columns': {
      const { spreadsheet } = step;
      return (
        <MatchColumns
          spreadsheet={spreadsheet}
          onCancel={restart}
          onChecking={(prepared, id) => setStep({ name: 'check', spreadsheet, prepared, id })}
        />
      );
    }
    case 'check': {
      const { spreadsheet, prepared } = step;
      return (
        <CheckStep
          id={step.id}
          prepared={prepared}
          onBack={() => setStep({ name: 'columns', spreadsheet })}
          onImporting={(id) => setStep({ name: 'import', prepared, id })}
        />
      );
    }
    case 'import':
      return <ImportStep id={step.id} onRestart={restart} />;
  }
}
