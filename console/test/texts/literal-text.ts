import { parseSync } from 'vite';

/** A node of the syntax tree (ESTree with JSX). */
interface Node {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** Attributes that users read or hear. */
const TEXT_ATTRIBUTES = [
  'aria-label',
  'aria-valuetext',
  'alt',
  'end',
  'label',
  'placeholder',
  'text',
  'title',
];
/** Attributes for the browser only, which may have several words. */
const TECHNICAL_ATTRIBUTES = ['accept', 'autoComplete', 'className', 'd', 'key', 'pattern', 'viewBox'];
/** The same in every language. */
const PROPER_NAMES = /\b(Petstore|Shelter Animals Count|Free|Pro|Business|Enterprise|USD)\b/g;
const WORD = /\p{L}/u;
const SENTENCE = /^\p{Lu}\p{Ll}+|\p{L}{2,},? \p{L}/u;
/** An address, a name with punctuation, or code to copy. */
const CODE = /^\S*[:/_@#.]\w\S*$|^[<#]|^const /;
/** Functions whose arguments are selectors, or values to compare. */
const SELECTING = ['closest', 'includes', 'matches', 'matchMedia', 'querySelector', 'querySelectorAll'];

/** Returns the texts of a TSX file that users see and that are not in a text for each language. */
export function literalTexts(source: string): string[] {
  const { program } = parseSync('component.tsx', source, { lang: 'tsx' });
  const found: string[] = [];
  if (isNode(program)) visit(program, SENTENCE, (text) => found.push(text));
  return found;
}

/** @param pattern what a literal here must match to be a text. */
function visit(node: Node, pattern: RegExp, report: (text: string) => void): void {
  const text = textOf(node);
  if (text !== undefined) {
    const own = text.replace(PROPER_NAMES, '').trim();
    if (pattern.test(own) && !CODE.test(own)) report(own);
    return;
  }
  const inside = patternInside(node, pattern);
  if (inside === undefined) return;
  for (const child of childrenOf(node)) visit(child, inside, report);
}

function textOf({ type, value }: Node): string | undefined {
  if (type === 'TemplateElement') return (value as { cooked: string }).cooked;
  return (type === 'Literal' || type === 'JSXText') && typeof value === 'string' ? value : undefined;
}

/** Returns the pattern for the literals in a node; undefined if they are no texts. */
function patternInside(node: Node, pattern: RegExp): RegExp | undefined {
  const name = nameOf(node);
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ImportExpression':
    case 'BinaryExpression':
      return undefined;
    case 'CallExpression':
      return name === 'inLanguage' || SELECTING.includes(name) ? undefined : SENTENCE;
    case 'TemplateLiteral':
      return CODE.test(startOf(node)) ? undefined : pattern;
    case 'JSXElement':
      return name === 'code' ? undefined : WORD;
    case 'JSXFragment':
      return WORD;
    case 'JSXOpeningElement':
      return SENTENCE;
    case 'JSXAttribute':
      if (TECHNICAL_ATTRIBUTES.includes(name)) return undefined;
      return TEXT_ATTRIBUTES.includes(name) ? WORD : SENTENCE;
    case 'ArrowFunctionExpression':
    case 'ObjectExpression':
      return SENTENCE;
    default:
      return isType(node) ? undefined : pattern;
  }
}

/** `as` and `satisfies` are expressions. */
function isType({ type }: Node): boolean {
  return type.startsWith('TS') && !type.endsWith('Expression');
}

function startOf({ quasis }: Node): string {
  return textOf((quasis as readonly Node[])[0] ?? { type: '' }) ?? '';
}

/** Returns the name of an element, an attribute or a called function. */
function nameOf({ name, callee, openingElement }: Node): string {
  const named = name ?? callee ?? (openingElement as Node | undefined)?.name;
  if (!isNode(named)) return String(named);
  return nameOf(isNode(named.property) ? named.property : named);
}

/** The key of a member and the condition of a choice are no texts. */
function childrenOf(node: Node): Node[] {
  return Object.entries(node).flatMap(([member, value]) => {
    if (member === 'key' || (member === 'test' && node.type !== 'IfStatement')) return [];
    return (Array.isArray(value) ? value : [value]).filter(isNode);
  });
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
