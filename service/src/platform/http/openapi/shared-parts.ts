import { stringifyJson } from '../../core/json.ts';

interface Response {
  headers?: Record<string, object>;
  content?: { 'application/json'?: { examples?: object } };
}

/** The part of an OpenAPI 3.1 document that is used here. */
export interface DocumentParts {
  paths?: Record<string, Partial<Record<string, { responses?: Record<string, Response> }>> | undefined>;
  components?: { headers?: Record<string, object>; responses?: Record<string, object> };
}

/** A part of the document at its place: `holder[key]`. */
interface Place {
  readonly holder: Record<string, object>;
  readonly key: string;
  /** Its name among the components. */
  readonly name: string;
}

/** Moves the headers and then the responses that the document would contain twice to its components. */
export function shareParts(document: DocumentParts): void {
  const responses = Object.values(document.paths ?? {})
    .flatMap((path) => Object.values(path ?? {}))
    .map((operation) => operation?.responses ?? {});
  const ofHeaders = responses
    .flatMap((one) => Object.values(one))
    .flatMap(({ headers = {} }) => placesIn(headers, (field) => field));
  const headers = share(ofHeaders, 'headers', document.components?.headers ?? {});
  const ofResponses = responses.flatMap(
    (one) => placesIn(one, (status) => nameOf(status, one[status] as Response)), // the keys are those of the object
  );
  document.components = { ...document.components, headers, responses: share(ofResponses, 'responses', {}) };
}

function placesIn(holder: Record<string, object>, name: (key: string) => string): Place[] {
  return Object.keys(holder).map((key) => ({ holder, key, name: name(key) }));
}

/** Replaces what occurs twice by references. Returns the components with what was added. */
function share(places: readonly Place[], kind: string, known: Readonly<Record<string, object>>) {
  const components = { ...known };
  const inline = places.filter(({ holder, key }) => !('$ref' in (holder[key] ?? {})));
  const groups = Map.groupBy(inline, ({ holder, key }) => stringifyJson(holder[key]));
  for (const [first, ...others] of groups.values()) {
    if (first === undefined || others.length === 0) continue;
    const name = freeName(first.name, components);
    components[name] = first.holder[first.key] ?? {};
    for (const { holder, key } of [first, ...others]) holder[key] = { $ref: `#/components/${kind}/${name}` };
  }
  return components;
}

/** Returns a name made of the error codes of a response, `PetNotFound` for `pet_not_found`, or of its status. */
function nameOf(status: string, { content }: Response): string {
  const codes = Object.keys(content?.['application/json']?.examples ?? {});
  const words = codes.map((code) =>
    code.replaceAll(/(?:^|_)(.)/g, (_, first: string) => first.toUpperCase()),
  );
  return words.length === 0 ? `Status${status}` : words.join('Or');
}

/** Returns a name that is not taken: responses with the same codes may differ in their examples and headers. */
function freeName(name: string, taken: Readonly<Record<string, object>>): string {
  for (let variant = 2; ; variant += 1) {
    const candidate = variant === 2 && !(name in taken) ? name : `${name}${variant}`;
    if (!(candidate in taken)) return candidate;
  }
}
