// Generates the types and the table of operations of the client from openapi.json.

/** The part of an OpenAPI document that the client's types depend on. */
interface Document {
  components: { schemas: Record<string, Schema> };
  paths: Record<string, Record<string, Operation>>;
}

interface Schema {
  $ref?: string;
  /** A list for a member that may be null. */
  type?: string | readonly [string, 'null'];
  format?: string;
  enum?: Array<string | null>;
  /** The known values of a string, to which later versions may add others. */
  'x-extensible-enum'?: string[];
  items?: Schema;
  /** The variants of an object, to which later versions may add others. */
  'x-variants'?: Record<string, Schema>;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  minimum?: number;
  maximum?: number;
  default?: unknown;
}

interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: Schema;
}

type Content = Record<string, { schema: Schema }>;

interface Member {
  name: string;
  schema: Schema;
  isRequired: boolean;
}

const HEAD = `// Generated from openapi.json by \`npm run openapi\`: change the routes of the service instead.
`;

const ERROR_CODE = 'Every `code` of an error, from the catalogue of the service.';

/** The name of the body of an error. In TypeScript, `Error` is another type. */
const ERROR_BODY = 'ErrorBody';

/** Returns the source text of the client's contract.ts. Lists are omitted: the client has its own types. */
export function clientContract(openapi: string): string {
  const document: Document = JSON.parse(openapi);
  const { Error: error, ...schemas } = document.components.schemas;
  if (error?.properties?.code === undefined) throw new Error('openapi.json has no schema Error');
  return [
    HEAD,
    declaration('ErrorCode', { ...error.properties.code, description: ERROR_CODE }),
    declaration(ERROR_BODY, { ...error, properties: { ...error.properties, code: { $ref: 'ErrorCode' } } }),
    ...Object.entries(schemas)
      .filter(([, { type }]) => type !== 'array')
      .flatMap(([name, schema]) => declarations(name, schema)),
    operationTypes(document),
    operationTable(document),
    int64Members(document),
  ].join('\n');
}

function declaration(name: string, schema: Schema): string {
  const head = described(schema.description);
  if (schema.properties === undefined) return `${head}export type ${name} = ${typeOf(schema)};\n`;
  return `${head}export interface ${name} ${typeOf(schema)}\n`;
}

/** Returns the declaration of a schema. That of an object with variants is their union, after the variants themselves. */
function declarations(name: string, schema: Schema): string[] {
  const variants = schema['x-variants'];
  if (variants === undefined) return [declaration(name, schema)];
  const names = Object.keys(variants);
  const members = Object.fromEntries(
    Object.keys(schema.properties ?? {}).map((member) => [member, { type: 'undefined' }]),
  );
  return [
    ...Object.entries(variants).map(([one, variant]) => declaration(one, withMembers(variant, members))),
    `${described(schema.description)}export type ${name} = ${names.join(' | ')};\n`,
  ];
}

/** Adds the members of the other variants as `undefined`, so that they can be read from the union. */
function withMembers(variant: Schema, others: Record<string, Schema>): Schema {
  const absent = Object.entries(others).filter(([name]) => variant.properties?.[name] === undefined);
  return { ...variant, properties: { ...variant.properties, ...Object.fromEntries(absent) } };
}

function referenced(reference: string): string {
  const name = reference.split('/').at(-1) ?? '';
  return name === 'Error' ? ERROR_BODY : name;
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return referenced(schema.$ref);
  const { enum: values = schema['x-extensible-enum'] } = schema;
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeOf(withType(schema, type))).join(' | ');
  if (values !== undefined) return values.map((value) => `'${value}'`).join(' | ');
  if (schema.items !== undefined) return `Array<${typeOf(schema.items)}>`;
  if (schema.properties !== undefined) {
    const members = propertiesOf(schema);
    return members.length === 0 ? 'Record<string, unknown>' : membersOf(members);
  }
  if (isBigint(schema)) return 'bigint';
  return schema.type === 'integer' ? 'number' : String(schema.type ?? 'unknown');
}

/** Returns a schema of several types as that of one of them. */
function withType({ enum: values, ...rest }: Schema, type: string): Schema {
  if (type === 'null') return { type };
  return { ...rest, type, ...(values && { enum: values.filter((value) => value !== null) }) };
}

/** Returns true for an int64 that a number cannot represent exactly. */
function isBigint({ format, maximum }: Schema): boolean {
  return format === 'int64' && maximum === undefined;
}

function propertiesOf({ properties = {}, required = [] }: Schema): Member[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    isRequired: required.includes(name),
  }));
}

function membersOf(members: readonly Member[]): string {
  const lines = members.map(
    ({ name, schema, isRequired }) =>
      `${described(hintOf(schema))}${name}${isRequired ? '' : '?'}: ${typeOf(schema)}${isRequired || schema.type === undefined || schema.type === 'undefined' ? '' : ' | undefined'};`,
  );
  return `{\n${lines.join('\n')}\n}`;
}

function hintOf({ description, minimum, maximum, default: value }: Schema): string | undefined {
  const isBounded = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  const range = isBounded ? [`${minimum} to ${maximum}`] : [];
  const preset = value === undefined ? [] : [`\`${value}\` by default`];
  const hints = [...range, ...preset].join(', ');
  return hints === '' ? description : `${description} ${hints}.`;
}

function described(text: string | undefined): string {
  return text === undefined ? '' : `/** ${text} */\n`;
}

function operationsOf({ paths }: Document): Array<Operation & { method: string; path: string }> {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
}

function operationTypes(document: Document): string {
  const lines = operationsOf(document).map((operation) => {
    const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
    const members = query.map(({ name, required, schema, description }) => ({
      name,
      schema: { ...schema, ...(description === undefined ? {} : { description }) },
      isRequired: required,
    }));
    const queryType = members.length === 0 ? 'undefined' : membersOf(members);
    return `${operation.operationId}: { query: ${queryType}; body: ${bodyOf(operation)}; result: ${resultOf(document, operation)} };`;
  });
  return `${described('The query, body and result of each operation.')}export interface Operations {\n${lines.join('\n')}\n}\n`;
}

/** A body that is no JSON is a file, which the client passes on. */
function bodyOf({ requestBody }: Operation): string {
  const content = requestBody?.content;
  return content?.['application/json'] === undefined ? 'undefined' : typeOf(schemaIn(content));
}

function resultOf({ components }: Document, { responses }: Operation): string {
  const [, good] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  if (good?.content === undefined) return 'undefined';
  if (good.content['text/csv'] !== undefined) return 'Blob';
  const schema = schemaIn(good.content);
  const list = components.schemas[typeOf(schema)];
  return typeOf(list?.type === 'array' ? list : schema);
}

function schemaIn(content: Content): Schema {
  const [schema] = Object.values(content).map((one) => one.schema);
  if (schema === undefined) throw new Error('openapi.json has a body without a schema');
  return schema;
}

/** The methods of the client call every parameter of a path an id, and short paths keep the client small. */
function operationTable(document: Document): string {
  const lines = operationsOf(document).map(
    ({ operationId, method, path }) => `${operationId}: '${method} ${path.replace(/\{\w+\}/g, '*')}',`,
  );
  return `${described('The request of each operation, with each id as `*`.')}export const OPERATIONS = {\n${lines.join('\n')}\n} as const satisfies Record<keyof Operations, string>;\n`;
}

/** Fails if a name is an int64 (or a list of them) in one place and another number elsewhere: the client decides by the name. A string is no number. */
function int64Members(document: Document): string {
  const named = [
    ...Object.values(document.components.schemas).flatMap(membersWithin),
    ...operationsOf(document).flatMap(({ parameters = [] }) =>
      parameters.filter((parameter) => parameter.in === 'query'),
    ),
  ];
  const numbers = named.filter(({ schema }) => schema.type !== 'string');
  const names = (isInt64: boolean) =>
    new Set(
      numbers.filter(({ schema }) => isBigint(schema.items ?? schema) === isInt64).map(({ name }) => name),
    );
  const both = names(true).intersection(names(false));
  if (both.size > 0) throw new Error(`not always an int64: ${[...both].join(', ')}`);
  const list = [...names(true)].map((name) => `'${name}'`).join(', ');
  return `${described('The names of all int64 members.')}export const INT64_MEMBERS: ReadonlySet<string> = new Set([${list}]);\n`;
}

/** Returns the members of a schema, recursively. */
function membersWithin(schema: Schema): Member[] {
  const own = propertiesOf(schema);
  const deeper = [
    ...own.map((member) => member.schema),
    ...(schema.items === undefined ? [] : [schema.items]),
  ];
  return [...own, ...deeper.flatMap(membersWithin)];
}
