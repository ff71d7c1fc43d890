import { parseSync, Visitor } from 'vite';

/** A node of the syntax tree (ESTree). */
interface Node {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** One text in one language. */
export interface TextEntry {
  /** Its words, without the values between them. */
  readonly words: string;
  /** Which parameters of its function the text has, by their positions. */
  readonly values: string;
}

export type Texts = ReadonlyMap<string, TextEntry>;

/** The functions that take texts by their languages. */
const IN_LANGUAGE = ['inLanguage', 'inEachLanguage'];

/** Returns the texts of each call of such a function in a file, by their languages. */
export function textsByLanguage(source: string): Array<ReadonlyMap<string, Texts>> {
  const found: Array<ReadonlyMap<string, Texts>> = [];
  const { program } = parseSync('texts.tsx', source, { lang: 'tsx' });
  new Visitor({
    CallExpression({ callee, arguments: [texts] }) {
      if (callee.type !== 'Identifier' || !IN_LANGUAGE.includes(callee.name)) return;
      const languages = propertiesOf(texts as unknown as Node);
      found.push(new Map(languages.map(([name, value]) => [name, entriesOf(value)])));
    },
  }).visit(program);
  return found;
}

/** Returns the texts of a file of one language, such as `fr.ts`. */
export function textsOfFile(source: string): Texts {
  const { program } = parseSync('texts.ts', source, { lang: 'ts' });
  const all = new Map<string, TextEntry>();
  new Visitor({
    ExportNamedDeclaration({ declaration }) {
      if (declaration?.type !== 'VariableDeclaration') return;
      const [variable] = declaration.declarations;
      for (const [name, entry] of entriesOf(variable?.init as unknown as Node)) all.set(name, entry);
    },
  }).visit(program);
  return all;
}

function entriesOf(value: Node, name = ''): Texts {
  const node = value.type === 'TSAsExpression' ? (value.expression as Node) : value;
  if (node.type !== 'ObjectExpression') return new Map([[name, entryOf(node)]]);
  const entries = propertiesOf(node).flatMap(([key, inner]) => [
    ...entriesOf(inner, name === '' ? key : `${name}.${key}`),
  ]);
  return new Map(entries);
}

function entryOf(node: Node): TextEntry {
  const nodes = within(node);
  const words = nodes.map(wordsOf).join(' ').trim();
  const names = nodes.flatMap(({ type, name }) => (type === 'Identifier' ? [name] : []));
  const parameters = ((node.params ?? []) as readonly Node[]).map(({ name }) => name);
  // Each parameter is found once where it is declared.
  const used = parameters.filter((one) => names.filter((other) => other === one).length > 1);
  return { words, values: used.map((one) => parameters.indexOf(one)).join(' ') };
}

function wordsOf({ type, value }: Node): string {
  if (type === 'TemplateElement') return (value as { cooked: string }).cooked;
  return type === 'Literal' && typeof value === 'string' ? value : '';
}

function propertiesOf(node: Node): Array<[string, Node]> {
  const properties = (node.properties ?? []) as ReadonlyArray<{ key: Node; value: Node }>;
  return properties.map(({ key, value }) => [String(key.name ?? key.value), value]);
}

function within(node: Node): Node[] {
  const children = Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]));
  return [node, ...children.filter(isNode).flatMap(within)];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
