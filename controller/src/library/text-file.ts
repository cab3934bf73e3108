/** A text file of somebody's: its words, and the name that it gives them. */

export interface TextFile {
  name: string;
  text: string;
}

/** The name that a text gives itself, in a comment as the files of the library have it. */
export function nameIn(text: string): string {
  return (/^\uFEFF?# *name: *(.+)$/mu.exec(text)?.[1] ?? "").trim();
}

/** Without a name inside, it is the file's own. */
export async function readTextFile(file: File): Promise<TextFile> {
  const text = await new Response(file).text();
  return { text, name: nameIn(text) || file.name.replace(/\.[^.]*$/u, "").trim() };
}
