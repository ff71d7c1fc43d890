// cspell:disable
/**
 * The Latin letters that Unicode does not decompose, by the plain letters that people type for them: letters with a stroke,
 * a hook or a tail, ligatures, letters of African, Nordic and Celtic alphabets, and small capitals. Lower case only.
 */
const LETTERS_BY_PLAIN: Readonly<Record<string, string>> = {
  a: 'ⱥɑᶏᴀ',
  aa: 'ꜳ',
  ae: 'æꞛᴁ',
  ao: 'ꜵ',
  au: 'ꜷ',
  av: 'ꜹꜻ',
  ay: 'ꜽ',
  b: 'ƀɓƃᵬᶀꞗʙᴃ',
  c: 'ƈȼɕꞓꞔᴄ',
  d: 'ðđɖɗƌȡᵭᶁᶑꝺᴅᴆꟈ',
  db: 'ȸ',
  dz: 'ʣʥ',
  e: 'ɛəǝɇⱸᶒᶓᴇ',
  f: 'ƒᵮᶂꞙꝼꜰ',
  g: 'ɠǥɣɡᶃꞡᵹɢʛ',
  h: 'ħɦⱨꞕʜ',
  hv: 'ƕ',
  i: 'ɨɩᶖɪᵻ',
  j: 'ȷɉɟʝᴊ',
  k: 'ƙᶄⱪꝁꝃꝅꞣᴋ',
  l: 'łƚȴɫɬɭᶅⱡꝇꝉꞎʟᴌ',
  ll: 'ỻ',
  m: 'ɱᵯᶆᴍ',
  n: 'ŋɲƞȵɳᵰᶇꞑꞥɴ',
  o: 'øɔɵⱺꝋꝍᴏ',
  oe: 'œɶꞝ',
  oi: 'ƣ',
  oo: 'ꝏ',
  ou: 'ȣᴕ',
  p: 'ƥᵱᵽᶈꝑꝓꝕᴘ',
  q: 'ĸɋʠꝗꝙꞯ',
  qp: 'ȹ',
  r: 'ɍɼɽɾᵲᵳᶉꞧꝛꞃʀ',
  s: 'ȿʂᵴᶊꞩꟊẜẝꞅʃꜱ',
  t: 'ŧƭʈƫȶᵵⱦꞇᴛ',
  th: 'þᵺꝥꝧ',
  ts: 'ʦ',
  tz: 'ꜩ',
  u: 'ʉʊɯᶙꞹᵾᴜ',
  ue: 'ᵫꞟ',
  v: 'ʋⱱⱴᶌꝟỽᴠ',
  vy: 'ꝡ',
  w: 'ƿⱳᴡ',
  x: 'ᶍ',
  y: 'ƴɏỿȝʏ',
  z: 'ƶȥɀʐʑᵶᶎⱬʒꝣᴢ',
};
// cspell:enable

const PLAIN_BY_LETTER = new Map(
  Object.entries(LETTERS_BY_PLAIN).flatMap(([plain, letters]) =>
    [...letters].map((letter) => [letter, plain] as const),
  ),
);
const LETTERS = new RegExp(`[${Object.values(LETTERS_BY_PLAIN).join('')}]`, 'g');

/** Returns a text in lower case with the plain letters of Latin. */
export function toPlainLetters(text: string): string {
  return text.replaceAll(LETTERS, (letter) => PLAIN_BY_LETTER.get(letter) ?? letter);
}
