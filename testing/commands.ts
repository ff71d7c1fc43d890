export interface CommandResult {
  status: number;
  out: string;
  err: string;
  /** The parsed output; undefined if it is not JSON. */
  json: unknown;
}

/** Runs a `petstore` command in this process. */
export async function runCommand(
  store: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<CommandResult> {
  // Imported here so that other tests do not load all commands.
  const { run } = await import('../service/src/cli/program.ts');
  let out = '';
  let err = '';
  const status = await run(
    args,
    // By default, a machine with many cores would start as many threads for each test.
    { DATABASE_URL: store, WORKERS: '1', ...env },
    {
      write: (text) => {
        out += text;
      },
      writeError: (text) => {
        err += text;
      },
    },
  );
  return { status, out, err, json: /^[{[]/.test(out) ? JSON.parse(out) : undefined };
}
