/** Let the browser save a file that was created on the page. */
export function download(name: string, media: string, content: string | Blob): void {
  const url = URL.createObjectURL(new Blob([content], { type: media }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
