/** Hand the visitor a file that was made here. */
export function download(name: string, media: string, content: string | Blob): void {
  const address = URL.createObjectURL(new Blob([content], { type: media }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}
