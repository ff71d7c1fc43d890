/** Returns the words of a cell such as `calm, likes water`, each once. */
export function listIn(text: string): readonly string[] {
  const words = text.split(/[,;|\n]/).map((word) => word.trim());
  return [...new Set(words.filter((word) => word !== ''))];
}
