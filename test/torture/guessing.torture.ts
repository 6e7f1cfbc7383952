// Guesses passwords ten thousand times, of one user and on all replicas.
import '../../server/accounts/sign-in/attempts.test.ts'
import '../../server/accounts/sign-in/guessing.test.ts'
