/** The words of the component in one language. */
export interface Texts {
  readonly list: string;
  readonly loading: string;
  readonly empty: string;
  readonly failed: string;
  readonly all: string;
  readonly shown: (count: number) => string;
  /** Of an animal whose name is a number or an asterisk. */
  readonly unnamed: string;
  readonly female: string;
  readonly male: string;
  /** Of an age that is estimated. */
  readonly about: (age: string) => string;
  /** Begins a sentence that ends with a list of `children`, `dogs` and `cats`. */
  readonly goodWith: string;
  readonly children: string;
  readonly dogs: string;
  readonly cats: string;
  /** @param names of the animals that it goes together with. */
  readonly together: (names: string) => string;
}
