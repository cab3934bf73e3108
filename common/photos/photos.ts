/** Codenames that are photos of the household: an id of the server's instead of words or emoji. */
import { PHOTO_ID } from "../wire";

const ID = new RegExp(PHOTO_ID);

/** Whether a codename on a board of pictures is a photo; any other one there is a scene. */
export const isPhoto = (codename: string): boolean => ID.test(codename);

/** Where the photo lies on the server. */
export const photoUrl = (codename: string): string => `/photos/${codename}.jpg`;
