/** Version of the API contract, and of this package. */
export const API_VERSION = '0.9.0';
