/** How a command ended. */
export interface CommandResult {
  status: number;
  out: string;
  err: string;
  /** What `--json` printed; undefined if the output is no JSON. */
  json: unknown;
}

/** Runs one `petstore` command in this process, on the store with the URL. */
export async function runCommand(
  store: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<CommandResult> {
  // Loaded here, so that tests of other things do not load every command.
  const { run } = await import('../service/src/cli/program.ts');
  let out = '';
  let err = '';
  const status = await run(
    args,
    { DATABASE_URL: store, ...env },
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
