/** The flag for names that a server does not know of itself: requests by any other name are refused. */
export const SERVED_AS = '--served-as <name...>';
export const SERVED_AS_WORDS = 'further names that it is reached by, such as that of a proxy or a service';
