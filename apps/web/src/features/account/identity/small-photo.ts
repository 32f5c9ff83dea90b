/** Makes a photograph small, upright and free of its place before it is uploaded. */

/** Pixels of the longer side; small print stays legible. */
const SIDE_MAX = 2_000;
const QUALITY = 0.9;

/**
 * A JPEG of at most 2,000 pixels without metadata; the file itself where the browser cannot draw it. The server draws it
 * again and removes what is left.
 */
export async function smallPhoto(file: File): Promise<File> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(
    () => undefined,
  );
  if (image === undefined) return file;
  const drawn = await drawJpeg(image, image);
  image.close();
  return drawn ?? file;
}

/** Undefined where the browser has no canvas. */
export async function drawJpeg(
  picture: CanvasImageSource,
  size: { width: number; height: number },
): Promise<File | undefined> {
  const scale = Math.min(1, SIDE_MAX / Math.max(size.width, size.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(size.width * scale);
  canvas.height = Math.round(size.height * scale);
  const pen = canvas.getContext('2d');
  if (!pen) return undefined;
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return fileOf(canvas);
}

/** Undefined if the canvas is empty. */
export async function fileOf(canvas: HTMLCanvasElement): Promise<File | undefined> {
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY);
  });
  return blob === null ? undefined : new File([blob], 'photo.jpg', { type: 'image/jpeg' });
}
