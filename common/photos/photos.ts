/** Codenames that are photos of the household: an id of the server's instead of words or emoji. */

/** Whether a codename on a board of pictures is a photo; any other one there is a scene. */
export const isPhoto = (codename: string): boolean => /^[0-9a-f]{16}$/.test(codename);

/** Where the photo lies on the server. */
export const photoUrl = (codename: string): string => `/photos/${codename}.jpg`;
