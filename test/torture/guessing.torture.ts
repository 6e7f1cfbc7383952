// Ten thousand guesses of a password, of one user's and of those of all replicas.
import '../../server/accounts/sign-in/attempts.test.ts'
import '../../server/accounts/sign-in/guessing.test.ts'
