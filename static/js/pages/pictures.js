/** Forms that take a picture. */
import { enhancePictures } from "../ui/picture_upload.js";

enhancePictures(document);
