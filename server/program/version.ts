/** The version of the program and all its packages. */
export const programVersion = '1.4.0'
