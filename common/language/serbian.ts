/**
 * Serbian Latin to Cyrillic, so that there is one Serbian text.
 *
 * `{placeholders}` stay; so do names of things (Wi-Fi, QR) and words with letters that Serbian
 * Latin does not have.
 */

const DIGRAPHS: Record<string, string> = { lj: "љ", nj: "њ", dž: "џ" };

const LETTERS: Record<string, string> = {
  a: "а", b: "б", c: "ц", č: "ч", ć: "ћ", d: "д", đ: "ђ", e: "е", f: "ф", g: "г", h: "х",
  i: "и", j: "ј", k: "к", l: "л", m: "м", n: "н", o: "о", p: "п", r: "р", s: "с", š: "ш",
  t: "т", u: "у", v: "в", z: "з", ž: "ж",
};

/** Two letters side by side here, not one: the first ends a prefix or stem. */
const APART = /^(nad(?=ž)|in(?=je[kd])|kon(?=jun)|tan(?=jug))/i;

const KEPT = new Set(["undercast", "codenames", "fi", "ok"]);

/** The text in Cyrillic. */
export function toCyrillic(text: string): string {
  return text.replace(/\{\w+\}|[A-Za-zČĆĐŠŽčćđšž]+/g, (word) =>
    word.charAt(0) === "{" || isForeign(word) ? word : transliterated(word),
  );
}

function isForeign(word: string): boolean {
  return /[qwxy]/i.test(word) || KEPT.has(word.toLowerCase());
}

function transliterated(word: string): string {
  const seam = APART.exec(word)?.[0].length ?? 0;
  let cyrillic = "";
  for (let i = 0; i < word.length; i += 1) {
    const pair = i + 1 === seam ? undefined : DIGRAPHS[word.slice(i, i + 2).toLowerCase()];
    const letter = word.charAt(i);
    const small = pair ?? LETTERS[letter.toLowerCase()] ?? letter;
    cyrillic += letter === letter.toLowerCase() ? small : small.toUpperCase();
    if (pair !== undefined) i += 1;
  }
  return cyrillic;
}
