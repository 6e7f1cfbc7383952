/** The version of the program, which all packages have. */
export const programVersion = '1.1.0'
