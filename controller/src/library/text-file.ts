/** A text file of somebody's: its words, and the name that it gives them. */

export interface TextFile {
  name: string;
  text: string;
}

/** The name stands in a comment, as in the files of the library; else the file's own. */
export async function readTextFile(file: File): Promise<TextFile> {
  const text = await new Response(file).text();
  const named = /^\uFEFF?# *name: *(.+)$/mu.exec(text);
  return { text, name: (named?.[1] ?? file.name.replace(/\.[^.]*$/u, "")).trim() };
}
