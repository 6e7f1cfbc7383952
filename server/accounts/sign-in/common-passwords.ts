/**
 * Words that passwords are most often made of (leaked lists of the years 2012 to 2025), in lower case. A password is
 * compared without the digits and signs that people put around them, so each stands for very many.
 */
const words = `
password passwort passw0rd pass passwd motdepasse contrasena senha parola wachtwoord
admin administrator root user guest test testing tester changeme change default welcome letmein login master access secret
qwerty qwertyuiop qwertz qwertzuiop azerty azertyuiop asdfgh asdfghjkl asdf zxcvbn zxcvbnm zaqwsx qazwsx qazwsxedc
iloveyou loveyou ilove love lovely princess sunshine dragon monkey shadow superman batman spiderman pokemon starwars
football baseball basketball soccer hockey liverpool chelsea arsenal barcelona realmadrid juventus
michael jennifer jessica ashley daniel joshua andrew thomas charlie jordan michelle nicole matthew anthony
computer internet google facebook twitter linkedin instagram youtube samsung microsoft windows apple iphone android
summer winter spring autumn january february march april june july august september october november december
monday tuesday wednesday thursday friday saturday sunday
hello helloworld whatever trustno nothing something anything everything freedom forever together blessed jesus jesuschrist
cheese chocolate banana orange cookie pepper ginger flower butterfly rainbow angel diamond silver golden purple
mustang corvette ferrari porsche mercedes harley yamaha kawasaki honda toyota
animal animals animalshelter shelter adoption adoptionstore adopt petstore petshelter kitten kittens kitty puppy puppies doggie
correcthorsebatterystaple thisisapassword thisismypassword mypassword mypasswordis newpassword oldpassword yourpassword
passwordpassword passwordadmin adminpassword adminadmin administratorpassword welcomeadmin letmeinnow letmeinplease
password1234 password12345 password123456 password1234567 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1qaz2wsx3edc 1qaz2wsx3edc4rfv
q1w2e3r4t5y6 a1b2c3d4e5f6 abcd1234abcd abc123abc123 123qwe123qwe qwe123qwe123 123456qwerty qwerty123456 qwertyuiop123
112233445566 121212121212 123123123123 123412341234 123454321234 111222333444 987654321987 147258369147 100200300400
iloveyouforever iloveyousomuch iloveyoubaby ilovemyself ilovemymom ilovejesus ilovemydog ilovemycat iloveanimals
babygirl babyboy bubbles buster maggie bailey cooper tigger snoopy garfield mickey mickeymouse hellokitty
unknown undefined null example sample demo demodemo temporary temp temppassword supersecret topsecret notasecret
qwertyqwerty asdfasdf asdfghasdfgh zxcvzxcv
`

export const commonPasswords: ReadonlySet<string> = new Set(words.trim().split(/\s+/))
