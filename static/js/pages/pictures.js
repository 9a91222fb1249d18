/** Forms that take a picture. */
import { enhancePictures } from "../ui/pictures.js";

enhancePictures(document);
