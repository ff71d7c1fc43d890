import type { Groups } from '../../../catalogue/pets/bonds/bonded-pets.ts';
import type { OwnedPet } from '../../../catalogue/pets/pet-queries.ts';

/**
 * What a dry run would have written: the animals of the file that are not in the catalogue, with ids below zero, and the groups of
 * the rows before. It grows with the animals that go together, which are few.
 */
export class TrialGroups {
  readonly #ownerId: bigint;
  readonly #ids = new Map<string, bigint>();
  readonly #keys: string[] = [];
  readonly #bonds = new Map<bigint, readonly bigint[]>();

  /** @param ownerId of the animals that the import would add. */
  constructor(ownerId: bigint) {
    this.#ownerId = ownerId;
  }

  /** Returns the id of an animal that the import would add. */
  idOf(key: string): bigint {
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = BigInt(-this.#keys.push(key));
    this.#ids.set(key, id);
    return id;
  }

  save(bonds: Groups['bonds']): void {
    for (const [petId, others] of bonds) this.#bonds.set(petId, others);
  }

  /** Returns the animals with those that they would go together with; `read` returns what the catalogue has. */
  async groupsOf(
    petIds: readonly bigint[],
    read: (petIds: readonly bigint[]) => Promise<Groups>,
  ): Promise<Groups> {
    const all = [...new Set(petIds.flatMap((id) => [id, ...(this.#bonds.get(id) ?? [])]))];
    const { pets, bonds } = await read(all.filter((id) => id > 0n));
    const added = all.filter((id) => id < 0n).map((id) => this.#petOf(id));
    const tried = all.flatMap((id) => {
      const others = this.#bonds.get(id);
      return others === undefined ? [] : [[id, others] as const];
    });
    return { pets: [...pets, ...added], bonds: new Map([...bonds, ...tried]) };
  }

  /** The name of the pet is its key. */
  #petOf(id: bigint): OwnedPet {
    return { pet: { id, name: this.#keys[Number(-id) - 1] ?? '', categoryId: 0n }, ownerId: this.#ownerId };
  }
}
