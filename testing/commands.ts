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
