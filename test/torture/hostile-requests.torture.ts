// Every kind of hostile value in every field.
import '../hostile-requests.long.test.ts'
