import { run } from './cli/program.ts';

// Only this user may read the store, its journals, backups and exports.
process.umask(0o077);

// The reader of the output may close the pipe early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

// Set the exit code instead of calling `process.exit`, which would lose output that a slow pipe has not taken.
process.exitCode = await run(process.argv.slice(2), process.env, {
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  isTerminal: process.stdout.isTTY,
  ask: process.stdin.isTTY && process.stdout.isTTY ? ask : undefined,
});

async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}
