/** A chosen file as text, for calls that take images. */

/** `data:…;base64,…` @throws Error if the browser cannot read it */
export function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onloadend = () =>
      typeof reader.result === 'string'
        ? resolve(reader.result)
        : reject(new Error(`cannot read ${file.name}`));
    reader.readAsDataURL(file);
  });
}
