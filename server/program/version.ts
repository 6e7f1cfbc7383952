/** The version of the program, which all packages have. */
export const programVersion = '1.2.0'
