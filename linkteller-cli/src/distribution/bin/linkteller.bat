@echo off
rem Starts LinkTeller. Environment:
rem   JAVA_HOME             the Java to use, version 17 or newer; otherwise the java of the PATH
rem   JAVA_OPTS             options for Java, such as -Xmx8g
rem   LINKTELLER_CLASSPATH  jars that come first on the class path: attacks and mechanisms of your
rem                         own, other versions of libraries
setlocal
set "LT_JAVA=java"
if defined JAVA_HOME set "LT_JAVA=%JAVA_HOME%\bin\java"
set "LT_PATH=%~dp0..\lib\*"
if defined LINKTELLER_CLASSPATH set "LT_PATH=%LINKTELLER_CLASSPATH%;%LT_PATH%"
"%LT_JAVA%" --enable-native-access=ALL-UNNAMED %JAVA_OPTS% -cp "%LT_PATH%" io.linkteller.cli.LinkTellerCommand %*
exit /b %ERRORLEVEL%
