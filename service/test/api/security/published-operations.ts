import { readFile } from 'node:fs/promises';
import { at, membersOf } from '@petstore/testing/http/expect-response.ts';

/** One operation of `openapi.json`. */
export interface Operation {
  id: string;
  method: string;
  /** The path template without `/v1`. */
  path: string;
  isDeprecated: boolean;
  /** The schema of each status with a body. */
  responses: ReadonlyMap<number, unknown>;
  /** The names of its parameters and of the members of its body. */
  inputs: string[];
  hasBody: boolean;
  /** The schema of its JSON body; undefined without one. */
  body: unknown;
  /** Only admins may use it. It shows accounts. */
  isAdministration: boolean;
  /** The lowest role that may use it, as its example of `insufficient_role` names it. */
  neededRole: string | undefined;
  /** The role that its description names. */
  statedRole: string | undefined;
}

const PUBLISHED = new URL('../../../../openapi.json', import.meta.url);
const published: unknown = JSON.parse(await readFile(PUBLISHED, 'utf8'));

/** Every operation of `openapi.json`, so that tests fail for a new operation without a case. */
export const OPERATIONS: readonly Operation[] = Object.entries(membersOf(at(published, 'paths'))).flatMap(
  ([path, methods]) =>
    Object.entries(membersOf(methods)).map(([method, operation]) => describe(path, method, operation)),
);

function describe(path: string, method: string, operation: unknown): Operation {
  const body = at(operation, 'requestBody', 'content', 'application/json', 'schema');
  const parameters = Object.values(membersOf(at(operation, 'parameters') ?? []));
  const responses = Object.entries(membersOf(at(operation, 'responses'))).map(([status, documented]) => {
    const schema = at(resolved(documented), 'content', 'application/json', 'schema');
    return [Number(status), schema] as const;
  });
  return {
    id: String(at(operation, 'operationId')),
    method: method.toUpperCase(),
    path,
    isDeprecated: at(operation, 'deprecated') === true,
    responses: new Map(responses),
    inputs: [...parameters.map((parameter) => String(at(parameter, 'name'))), ...membersIn(body)],
    hasBody: body !== undefined,
    body,
    isAdministration: at(operation, 'tags', '0') === 'Administration',
    statedRole: /needs the role `(\w+)`/i.exec(String(at(operation, 'description')))?.[1],
    neededRole: /needs the role (\w+)/.exec(forbiddenMessage(operation))?.[1],
  };
}

function forbiddenMessage(operation: unknown): string {
  const examples = at(resolved(at(operation, 'responses', '403')), 'content', 'application/json', 'examples');
  return String(at(examples, 'insufficient_role', 'value', 'message'));
}

/** Returns the target of a reference; returns any other schema or response unchanged. */
export function resolved(schema: unknown): unknown {
  const reference = at(schema, '$ref');
  return typeof reference === 'string' ? at(published, ...reference.slice(2).split('/')) : schema;
}

function membersIn(schema: unknown): string[] {
  return schema === undefined ? [] : Object.keys(membersOf(at(resolved(schema), 'properties')));
}
