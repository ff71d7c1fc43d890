/** The attributes of a field for an address. Telephones would begin it with a capital letter, and correct it as if it were a text. */
export const ADDRESS_INPUT = {
  inputMode: 'url',
  autoCapitalize: 'none',
  autoComplete: 'off',
  spellCheck: false,
} as const;
