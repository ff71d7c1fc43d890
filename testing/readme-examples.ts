import { addPet } from './api-calls.ts';
import type { Scope } from './folders.ts';
import { startService, type TestService } from './service.ts';

/** A program in the README of a client. */
export interface ReadmeExample {
  title: string;
  program: string;
  /** The expected output; undefined if the README does not state it. */
  output: string | undefined;
}

/** Returns the programs of a README in one language, each with the text block that follows it. */
export function readmeExamples(readme: string, language: string): ReadmeExample[] {
  const block = new RegExp(
    `^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`\\n(?:\\n\`\`\`text\\n([\\s\\S]*?)^\`\`\`\\n)?`,
    'gm',
  );
  return readme.split(/^## /m).flatMap((section) => {
    const [title = ''] = section.split('\n', 1);
    return [...section.matchAll(block)].map(([, program = '', output]) => ({ title, program, output }));
  });
}

/** Starts a service with the three animals that the READMEs of the clients assume; two can be adopted. */
export async function startReadmeCatalogue(scope: Scope): Promise<TestService & { key: string }> {
  const service = await startService(scope);
  const { key } = await service.account({ role: 'manager' });
  await addPet(service, key, { name: 'Frank', categoryId: 1 });
  await addPet(service, key, { name: 'Mia', categoryId: 2, status: 'sold' });
  await addPet(service, key, { name: 'Olive', categoryId: 2 });
  return { ...service, key };
}
