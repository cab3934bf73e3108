/** A file to keep: shared, or downloaded. */

/** How long a file stays to be fetched (ms). */
const FETCHED = 60_000;

/** Handed to another app where this browser can do that; it cannot on plain http. */
export async function shareOrDownload(name: string, file: Blob): Promise<void> {
  const files = [new File([file], name, { type: file.type })];
  if (navigator.canShare?.({ files }) === true) {
    const end = await navigator.share({ files }).then(
      () => "shared",
      (error: unknown) => (error as Error).name,
    );
    if (end === "shared" || end === "AbortError") return;
  }
  download(name, file);
}

export function download(name: string, file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  document.body.appendChild(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), FETCHED);
}
