import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'node:test';
import { type ProcessResult, startProcess } from '@petstore/testing/processes/running-process.ts';
import type { PackedProject } from './packed-project.ts';

const STRICT = { strict: true, noEmit: true, module: 'nodenext', target: 'es2022', skipLibCheck: false };
const BROWSER = { ...STRICT, lib: ['es2022', 'dom'], types: [] };
const BUNDLED = { ...BROWSER, module: 'esnext', moduleResolution: 'bundler' };

/** The compiler options of strict projects. */
export const PROJECTS = { STRICT, BROWSER, BUNDLED };

/** Compiles files in a folder of a project that uses the client. */
export async function compileConsumer(
  tsc: string,
  project: PackedProject,
  name: string,
  files: Record<string, string>,
  compilerOptions: object,
): Promise<ProcessResult> {
  const folder = join(project.folder, name);
  await mkdir(folder);
  for (const [file, source] of Object.entries(files)) await writeFile(join(folder, file), source);
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  return startProcess({ after }, process.execPath, [tsc, '--pretty', 'false'], { cwd: folder }).ended;
}
