import { findSimilar } from './misspelt-option.ts';
import { ConfigError } from './option-values.ts';
import { DEPRECATED_OPTIONS, OPTIONS } from './options.ts';

/** What a file may contain besides options: `TRANSFER_TO_URL` of one command, and the variables of OpenTelemetry. */
const OTHER_VARIABLE = /^(TRANSFER_TO_URL|OTEL_[A-Z0-9_]+)$/;

// systemd and Docker know no other white space between lines and before a name.
const BLANK = /^[ \t]*$/;
const COMMENT = /^[ \t]*#/;
const EXPORT = /^[ \t]*export[ \t]/;
const ASSIGNMENT = /^[ \t]*([A-Za-z_][A-Za-z0-9_]*)[ \t]*=[ \t]*(.*?)[ \t]*$/;
const UNUSUAL_START = /^[ \t]*([^\x20-\x7e\t])/u;

export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Parses the lines of a settings file. A line means here what it means in `EnvironmentFile` of systemd; what systemd or
 * `docker --env-file` would ignore or read otherwise is refused, apart from quotes, which Docker keeps (`requireUnquoted`).
 * docs/deploy.md has the table.
 *
 * @param path for the messages.
 * @throws {ConfigError} for a line that is neither blank nor a comment nor an assignment of a known name.
 */
export function parseConfigLines(text: string, path: string): Variables {
  const variables: Record<string, string> = {};
  for (const [index, line] of text.split(/\r?\n|\r$/).entries()) {
    const fault = lineFault(line);
    if (fault !== undefined) throw new ConfigError(`${path}, line ${index + 1}: ${fault}`);
    const [, name, value = ''] = ASSIGNMENT.exec(line) ?? [];
    if (name !== undefined) variables[name] = unquoted(value);
  }
  return variables;
}

/** Returns undefined for a blank line, a comment and a valid assignment. */
function lineFault(line: string): string | undefined {
  if (/[\r\0]/.test(line)) return 'remove the control character (a carriage return or NUL) inside the line';
  if (COMMENT.test(line)) return commentFault(line);
  if (BLANK.test(line)) return undefined;
  const [, name, value = ''] = ASSIGNMENT.exec(line) ?? [];
  return name === undefined ? unknownLine(line) : (nameFault(name) ?? valueFault(name, value));
}

function commentFault(line: string): string | undefined {
  if (!line.endsWith('\\')) return undefined;
  return 'a comment must not end in \\, because some versions of systemd then skip the next line';
}

function unknownLine(line: string): string {
  if (EXPORT.test(line)) return 'remove "export": systemd ignores such a line, and Docker rejects it';
  const [, start] = UNUSUAL_START.exec(line) ?? [];
  const expected = 'must be NAME=VALUE or a comment with #';
  if (start === undefined) return expected;
  const codePoint = start.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return `${expected}; it begins with the character U+${codePoint}`;
}

function nameFault(name: string): string | undefined {
  const isOption = Object.hasOwn(OPTIONS, name) || Object.hasOwn(DEPRECATED_OPTIONS, name);
  if (isOption || OTHER_VARIABLE.test(name)) return undefined;
  const similar = findSimilar(name, OPTIONS);
  const advice =
    similar === undefined ? 'remove it; "petstore serve --help" lists the settings' : `use ${similar}`;
  return `${name} is not a setting of petstore: ${advice}`;
}

/** Returns what systemd reads otherwise than it is written. The value itself may be a secret. */
function valueFault(name: string, value: string): string | undefined {
  const quote = value[0];
  if (quote === "'" || quote === '"') {
    const inner = value.slice(1, -1);
    if (value.length < 2 || !value.endsWith(quote) || inner.includes(quote)) {
      return `the quotes of ${name} must enclose its whole value, on one line`;
    }
    if (quote === "'") return undefined;
  }
  return value.includes('\\')
    ? `${name} contains \\, which systemd takes for an escape: write the value in single quotes`
    : undefined;
}

function unquoted(value: string): string {
  return /^["']/.test(value) ? value.slice(1, -1) : value;
}
