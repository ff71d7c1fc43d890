import { run } from './cli/program.ts';

// The store, its journals, backups and exports are for this user alone.
process.umask(0o077);

// Whoever reads the output may have seen enough, as `head` has.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

// Exit by status rather than by `process.exit`, so that what was printed reaches a slow pipe.
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
