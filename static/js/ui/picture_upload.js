/** Reduces photographs before upload, because those of phones are too large; they are drawn smaller and upright. */
import { findAll } from "./dom.js";

const LONGEST_PX = 1_600;
const QUALITY = 0.85;

/**
 * Return the size of the reduced picture: unchanged, or with its longer side at the limit.
 * @param {number} width @param {number} height
 */
export function reducedSize(width, height) {
  const scale = Math.min(1, LONGEST_PX / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** @param {File} file @returns {Promise<File>} the same one where the browser cannot draw it: the server says why not */
async function reduce(file) {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return file;
  const canvas = document.createElement("canvas");
  Object.assign(canvas, reducedSize(picture.width, picture.height));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  /** @type {Blob | null} */
  const blob = await new Promise((done) => canvas.toBlob(done, "image/webp", QUALITY));
  // A browser that cannot write WebP writes PNG.
  return blob ? new File([blob], "picture", { type: blob.type }) : file;
}

/** @param {ParentNode} root */
export function enhancePictures(root) {
  for (const field of findAll(root, "input[data-picture]", HTMLInputElement)) {
    field.addEventListener("change", async () => {
      const file = field.files?.[0];
      if (!file || file.size <= Number(field.dataset.picture)) return;
      const chosen = new DataTransfer();
      chosen.items.add(await reduce(file));
      field.files = chosen.files;
    });
  }
}
