// cspell:ignore Hira Bopo Laoo Khmr Mymr
/** The service needs two characters. */
const MIN_LENGTH = 2;
/** One is enough in scripts that are written without spaces, and a syllable in Korean. */
const ONE_IS_ENOUGH =
  /^(?=\p{L})[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Bopo}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]$|^[가-힣]$/u;

/** Returns true if the service can search for the words, without spaces around them. */
export function isLongEnough(words: string): boolean {
  return words.length >= MIN_LENGTH || ONE_IS_ENOUGH.test(words);
}
