// cspell:ignore rels
import { damaged } from './sheet-fault.ts';
import type { UnpackLimit } from './unpack-limit.ts';
import { type Attributes, readXml, type XmlHandler } from './xml.ts';
import type { ZipArchive } from './zip-archive.ts';

/** Refers from one part of a package to another. */
export interface Relationship {
  /** The last segment of its type, which is the same in Transitional and Strict workbooks. */
  readonly type: string;
  /** The name of the other part. */
  readonly target: string;
}

/** Returns the relationships of a part by their ids; `''` is the package. None if the package has no such file. */
export async function readRelationships(
  archive: ZipArchive,
  part: string,
  limit: UnpackLimit,
): Promise<ReadonlyMap<string, Relationship>> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const name = `${folder}_rels/${part.slice(folder.length)}.rels`;
  const relationships = new Relationships(folder);
  if (archive.has(name)) await readXml(archive.read(name, limit), relationships);
  return relationships.byId;
}

class Relationships implements XmlHandler {
  readonly byId = new Map<string, Relationship>();
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  open(name: string, { Id, Type, Target }: Attributes, depth: number): void {
    if (depth === 0 && name !== 'Relationships') throw damaged();
    if (name !== 'Relationship') return;
    if (Id === undefined || Type === undefined || Target === undefined) throw damaged();
    const type = Type.value.slice(Type.value.lastIndexOf('/') + 1);
    this.byId.set(Id.value, { type, target: resolve(this.#folder, Target.value) });
  }

  close(): void {}

  text(): void {}
}

/** Returns the name of a part without a slash at the beginning. */
function resolve(folder: string, target: string): string {
  const path = target.replaceAll('\\', '/');
  const resolved: string[] = [];
  for (const segment of (path.startsWith('/') ? path : folder + path).split('/')) {
    if (segment === '..') resolved.pop();
    else if (segment !== '' && segment !== '.') resolved.push(segment);
  }
  return resolved.join('/');
}
